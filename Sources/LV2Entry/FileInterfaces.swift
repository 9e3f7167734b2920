import CLV2

/// What `extension_data` returns: the same for every plugin with files.
enum FileInterfaces {
  static func data(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let uri = uri else { return nil }
    if strcmp(uri, nf_lv2_worker_uri()) == 0 { return interfaces.worker }
    if strcmp(uri, nf_lv2_state_uri()) == 0 { return interfaces.state }
    return nil
  }

  private struct Tables: @unchecked Sendable {
    let worker: UnsafeRawPointer
    let state: UnsafeRawPointer
  }

  private static let interfaces: Tables = {
    let worker = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
    worker.initialize(
      to: LV2_Worker_Interface(
        work: { handle, _, _, bytes, data in
          Instance.files(handle)?.work(Int(bytes), data) ?? LV2_WORKER_ERR_UNKNOWN
        },
        // What was loaded goes through a slot, as in a restore.
        work_response: { _, _, _ in LV2_WORKER_SUCCESS }, end_run: nil))
    let state = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
    state.initialize(
      to: LV2_State_Interface(
        save: { instance, store, handle, _, features in
          Instance.files(instance)?.save(store, handle, HostFeatures(features)) ?? LV2_STATE_ERR_UNKNOWN
        },
        restore: { instance, retrieve, handle, _, features in
          Instance.files(instance)?.restore(retrieve, handle, HostFeatures(features)) ?? LV2_STATE_ERR_UNKNOWN
        }))
    return Tables(worker: UnsafeRawPointer(worker), state: UnsafeRawPointer(state))
  }()
}
