"""Run as a program by windows.py: Carla's dialog of each plugin, grabbed from Qt.

carla_window.py FOLDER_WITH_LIBRARY FRONTEND RESOURCES TARGET PLUGIN…; FRONTEND: a copy that may be written to.
"""
import glob
import os
import subprocess
import sys
import time
import types


def main(library, frontend, resources, target, *plugins):
    for form in glob.glob(os.path.join(resources, "ui", "*.ui")):
        name = os.path.splitext(os.path.basename(form))[0]
        subprocess.run(["pyuic5", form, "-o", os.path.join(frontend, f"ui_{name}.py")], check=True)
    subprocess.run(["pyrcc5", os.path.join(resources, "resources.qrc"), "-o", os.path.join(frontend, "resources_rc.py")],
                   check=True)
    sys.path.insert(0, frontend)
    # Its build writes this file: which Qt.
    sys.modules["qt_config"] = types.ModuleType("qt_config")
    sys.modules["qt_config"].qt = 5
    from PyQt5.QtWidgets import QApplication
    application = QApplication([])
    import carla_backend as carla
    import carla_backend_qt
    import carla_shared
    import carla_utils
    import carla_widgets

    host = carla_backend_qt.CarlaHostQtDLL(os.path.join(library, "libcarla_standalone2.so"), False)
    carla_shared.gCarla.utils = carla_utils.CarlaUtils(os.path.join(library, "libcarla_utils.so"))
    host.maxParameters = 200
    host.set_engine_option(carla.ENGINE_OPTION_PATH_BINARIES, 0, library)
    host.set_engine_option(carla.ENGINE_OPTION_PROCESS_MODE, carla.ENGINE_PROCESS_MODE_MULTIPLE_CLIENTS, "")
    if not host.engine_init("JACK", "carla"):
        sys.exit(host.get_last_error())
    for number, plugin in enumerate(plugins):
        if not host.add_plugin(carla.BINARY_NATIVE, carla.PLUGIN_LV2, None, None, "urn:nearfar:" + plugin, 0, None, 0):
            sys.exit(host.get_last_error())
        dialog = carla_widgets.PluginEdit(None, host, number)
        dialog.resize(620, 620)
        dialog.ui.tabWidget.setCurrentIndex(1)
        dialog.show()
        for _ in range(20):
            application.processEvents()
            time.sleep(0.02)
        dialog.grab().save(target % plugin)
    host.engine_close()


main(*sys.argv[1:])
