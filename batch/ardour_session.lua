-- Run by ardour7-lua: puts a plugin on a new track of an empty session and draws its automation.
-- NF_SESSION (folder), NF_NAME, NF_URI, NF_INPUTS, NF_OUTPUTS (channels of the track),
-- NF_AUTOMATION: lines of "control number, port index, seconds, value" without commas,
-- NF_SETTINGS: lines of "control number, value", NF_PRESET: the name of a preset, or nothing.
local function need (name)
  local value = os.getenv (name)
  assert (value, name .. " is not set")
  return value
end
local rate = 48000

local backend = AudioEngine:set_backend ("None (Dummy)", "", "")
backend:set_device_name ("Silence")
backend:set_sample_rate (rate)
backend:set_buffer_size (1024)
assert (AudioEngine:start (false) == 0, "the engine does not start")
local session = assert (load_session (need "NF_SESSION", need "NF_NAME"), "no session")

local tracks = session:new_audio_track (
  tonumber (need "NF_INPUTS"), tonumber (need "NF_OUTPUTS"), nil, 1, "recording",
  ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
local track = tracks:front ()
local plugin = ARDOUR.LuaAPI.new_plugin (session, need "NF_URI", ARDOUR.PluginType.LV2, "")
assert (not plugin:isnil (), "Ardour does not know " .. need "NF_URI")
assert (track:add_processor_by_index (plugin, 0, nil, true) == 0, "the plugin does not fit on the track")
local processor = track:nth_plugin (0)

if need ("NF_PRESET") ~= "" then
  local loaded = processor:to_insert ():plugin (0)
  local preset = loaded:preset_by_label (need "NF_PRESET")
  assert (preset.valid, "Ardour does not know the preset " .. need "NF_PRESET")
  assert (loaded:load_preset (preset), "Ardour cannot load the preset")
end

for control, value in need ("NF_SETTINGS"):gmatch ("(%d+) (%S+)\n") do
  assert (ARDOUR.LuaAPI.set_processor_param (processor, tonumber (control), tonumber (value)))
end

local drawn = {}
for control, port, seconds, value in need ("NF_AUTOMATION"):gmatch ("(%d+) (%d+) (%S+) (%S+)\n") do
  control = tonumber (control)
  local automation, list = ARDOUR.LuaAPI.plugin_automation (processor, control)
  assert (not automation:isnil (), "control " .. control .. " cannot be automated")
  if not drawn[control] then
    drawn[control] = true
    list:clear_list ()
    local parameter = Evoral.Parameter (ARDOUR.AutomationType.PluginAutomation, 0, tonumber (port))
    processor:to_automatable ():automation_control (parameter, true):set_automation_state (ARDOUR.AutoState.Play)
  end
  list:add (Temporal.timepos_t (math.floor (tonumber (seconds) * rate + 0.5)), tonumber (value), false, true)
end

print ("instances", processor:to_insert ():get_count ())
print ("latency", processor:signal_latency ())
session:save_state ("")
close_session ()
quit ()
