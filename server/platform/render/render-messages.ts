/** A completely rendered page with its compressed copies. */
export type RenderedPage = {
  status: number
  html: Uint8Array
  br: Uint8Array
  gzip: Uint8Array
  /** Hashes of inline scripts, as sources for the content security policy. */
  scriptHashes: string[]
}

/** Answer of the API to a call of a loader. */
export type ApiAnswer = { status: number; body: string }

export type ToWorker =
  /** `now`: ISO 8601. `form`: result of the posted form that this page answers. */
  | { kind: 'render'; id: number; address: string; now: string; form?: unknown }
  | { kind: 'answer'; call: number; answer: ApiAnswer }

export type FromWorker =
  | { kind: 'call'; id: number; call: number; address: string }
  /** `cpuMs`: processor time of the thread since its last message with this field. */
  | { kind: 'page'; id: number; page: RenderedPage; cpuMs: number }
  | { kind: 'failed'; id: number; reason: string; cpuMs: number }
