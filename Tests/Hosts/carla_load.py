"""Run as a program: Carla without a window on the JACK server that runs; loads plugins and says as JSON how it sees them.

carla_load.py FOLDER_WITH_LIBRARY FOLDER_WITH_CARLA_BACKEND STATE URI…
"""

import json
import os
import sys
import time


def main(library, modules, state, *uris):
    sys.path.insert(0, modules)
    import carla_backend as carla

    host = carla.CarlaHostDLL(os.path.join(library, "libcarla_standalone2.so"), False)
    host.set_engine_option(carla.ENGINE_OPTION_PATH_BINARIES, 0, library)
    host.set_engine_option(carla.ENGINE_OPTION_PROCESS_MODE, carla.ENGINE_PROCESS_MODE_MULTIPLE_CLIENTS, "")
    if not host.engine_init("JACK", "carla"):
        sys.exit("Carla's engine: " + host.get_last_error())
    seen = {}
    for uri in uris:
        if not host.add_plugin(carla.BINARY_NATIVE, carla.PLUGIN_LV2, None, None, uri, 0, None, 0):
            sys.exit(f"{uri}: {host.get_last_error()}")
        number = host.get_current_plugin_count() - 1
        seen[uri] = described(host, number, state)
    print("\n" + json.dumps(seen), flush=True)
    # Played through by others, until there is nothing more on the standard input.
    sys.stdin.read()
    host.remove_all_plugins()
    host.engine_close()


def described(host, number, state):
    """What Carla shows of it; then one control is moved, saved, moved again and recalled."""
    parameters = []
    for index in range(host.get_parameter_count(number)):
        info, data = host.get_parameter_info(number, index), host.get_parameter_data(number, index)
        ranges = host.get_parameter_ranges(number, index)
        points = [host.get_parameter_scalepoint_info(number, index, point) for point in range(info["scalePointCount"])]
        parameters.append({
            "symbol": info["symbol"], "name": info["name"], "unit": info["unit"], "group": info["groupName"],
            "hints": data["hints"], "type": data["type"], "low": ranges["min"], "high": ranges["max"],
            "default": ranges["def"], "points": {point["value"]: point["label"] for point in points}})
    settable = [index for index, parameter in enumerate(parameters)
                if parameter["symbol"] in ("azimuth", "yaw", "remix_amount", "dialog_level", "head_yaw")]
    recalled = []
    if settable:
        index, parameter = settable[0], parameters[settable[0]]
        wanted = parameter["low"] + 0.25 * (parameter["high"] - parameter["low"])
        host.set_parameter_value(number, index, wanted)
        time.sleep(0.2)
        host.save_plugin_state(number, state)
        host.set_parameter_value(number, index, parameter["high"])
        host.load_plugin_state(number, state)
        time.sleep(0.2)
        recalled = [wanted, host.get_current_parameter_value(number, index)]
    audio = host.get_audio_port_count_info(number)
    return {"name": host.get_plugin_info(number)["name"], "inputs": audio["ins"], "outputs": audio["outs"],
            "parameters": parameters, "recalled": recalled}


main(*sys.argv[1:])
