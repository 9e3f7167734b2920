-- Run by ardour7-lua: opens the session NF_NAME in NF_SESSION, and saves it.
-- NF_BACKEND: nothing, or "JACK": on the running server of JACK_DEFAULT_SERVER it is played once, from the beginning, for
-- NF_SECONDS. When it is ready, the script makes the file NF_READY, and it begins when that is gone.
local function need (name)
  local value = os.getenv (name)
  assert (value, name .. " is not set")
  return value
end

local plays = need "NF_BACKEND" == "JACK"
local backend = AudioEngine:set_backend (plays and "JACK" or "None (Dummy)", "ardour", "")
if not plays then
  backend:set_device_name ("Silence")
  backend:set_sample_rate (48000)
  backend:set_buffer_size (1024)
end
assert (AudioEngine:start (false) == 0, "the engine does not start")
local session = assert (load_session (need "NF_SESSION", need "NF_NAME"), "no session")

local function wait (tenths)
  ARDOUR.LuaAPI.usleep (tenths * 100000)
end

if plays then
  session:goto_start ()
  wait (5)
  assert (io.open (need "NF_READY", "w")):close ()
  for _ = 1, 200 do
    local ready = io.open (need "NF_READY")
    if not ready then
      break
    end
    ready:close ()
    wait (1)
  end
  session:request_roll (ARDOUR.TransportRequestSource.TRS_UI)
  wait (math.ceil (10 * tonumber (need "NF_SECONDS")))
  session:request_stop (false, false, ARDOUR.TransportRequestSource.TRS_UI)
  wait (3)
else
  session:save_state ("")
end
close_session ()
quit ()
