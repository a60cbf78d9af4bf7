/** A page rendered whole, with its compressed copies. */
export type RenderedPage = {
  status: number
  html: Uint8Array
  br: Uint8Array
  gzip: Uint8Array
  /** Sources for the content security policy. */
  scriptHashes: string[]
}

/** What the API answered to a call of a loader. */
export type ApiAnswer = { status: number; body: string }

export type ToWorker =
  /** `now`: ISO 8601. `form`: what came of the form that this page answers. */
  | { kind: 'render'; id: number; address: string; now: string; form?: unknown }
  | { kind: 'answer'; call: number; answer: ApiAnswer }

export type FromWorker =
  | { kind: 'call'; id: number; call: number; address: string }
  /** `cpuMs`: work of the thread since it last said so. */
  | { kind: 'page'; id: number; page: RenderedPage; cpuMs: number }
  | { kind: 'failed'; id: number; reason: string; cpuMs: number }
