-- Run by ardour7-lua: puts plugins on a new track of an empty session, sets their controls and draws their automation.
-- NF_SESSION (folder), NF_NAME, NF_RATE, NF_INPUTS, NF_OUTPUTS (channels of the track). Lists, without commas; plugins count
-- from 0, controls are numbers among the control ports:
-- NF_PLUGINS: lines of "URI",
-- NF_PRESETS: lines of "plugin, name of a preset",
-- NF_SETTINGS: lines of "plugin, control, value",
-- NF_AUTOMATION: lines of "plugin, control, port index, seconds, value",
-- NF_DRY: nothing, or "1": a second track, "dry", without a plugin.
local function need (name)
  local value = os.getenv (name)
  assert (value, name .. " is not set")
  return value
end
local rate = tonumber (need "NF_RATE")

local backend = AudioEngine:set_backend ("None (Dummy)", "", "")
backend:set_device_name ("Silence")
backend:set_sample_rate (rate)
backend:set_buffer_size (1024)
assert (AudioEngine:start (false) == 0, "the engine does not start")
local session = assert (load_session (need "NF_SESSION", need "NF_NAME"), "no session")

local function new_track (name, inputs, outputs)
  return session:new_audio_track (inputs, outputs, nil, 1, name, ARDOUR.PresentationInfo.max_order,
    ARDOUR.TrackMode.Normal, true):front ()
end
local inputs = tonumber (need "NF_INPUTS")
local track = new_track ("recording", inputs, tonumber (need "NF_OUTPUTS"))
if need "NF_DRY" == "1" then
  new_track ("dry", inputs, inputs)
end

local processors = {}
for uri in need ("NF_PLUGINS"):gmatch ("(%S+)\n") do
  local plugin = ARDOUR.LuaAPI.new_plugin (session, uri, ARDOUR.PluginType.LV2, "")
  assert (not plugin:isnil (), "Ardour does not know " .. uri)
  assert (track:add_processor_by_index (plugin, #processors, nil, true) == 0, uri .. " does not fit on the track")
  processors[#processors + 1] = track:nth_plugin (#processors)
end
local function processor (number)
  return processors[tonumber (number) + 1]
end

for number, name in need ("NF_PRESETS"):gmatch ("(%d+) ([^\n]+)\n") do
  local loaded = processor (number):to_insert ():plugin (0)
  local preset = loaded:preset_by_label (name)
  assert (preset.valid, "Ardour does not know the preset " .. name)
  assert (loaded:load_preset (preset), "Ardour cannot load the preset")
end

for number, control, value in need ("NF_SETTINGS"):gmatch ("(%d+) (%d+) (%S+)\n") do
  assert (ARDOUR.LuaAPI.set_processor_param (processor (number), tonumber (control), tonumber (value)))
end

local drawn = {}
for number, control, port, seconds, value in need ("NF_AUTOMATION"):gmatch ("(%d+) (%d+) (%d+) (%S+) (%S+)\n") do
  local automation, list = ARDOUR.LuaAPI.plugin_automation (processor (number), tonumber (control))
  assert (not automation:isnil (), "control " .. control .. " cannot be automated")
  if not drawn[number .. control] then
    drawn[number .. control] = true
    list:clear_list ()
    local parameter = Evoral.Parameter (ARDOUR.AutomationType.PluginAutomation, 0, tonumber (port))
    processor (number):to_automatable ():automation_control (parameter, true):set_automation_state (
      ARDOUR.AutoState.Play)
  end
  list:add (Temporal.timepos_t (math.floor (tonumber (seconds) * rate + 0.5)), tonumber (value), false, true)
end

for _, each in ipairs (processors) do
  print ("instances", each:to_insert ():get_count ())
  print ("latency", each:signal_latency ())
end
session:save_state ("")
close_session ()
quit ()
