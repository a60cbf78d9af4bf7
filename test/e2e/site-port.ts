import { freePort, isFree } from '../free-port.ts'

let ofWorker: number | null = null

/**
 * Port of the sites of this worker: one after the other has the same, so that the browser can use
 * the code that it has loaded and compiled (used-pages.ts). Another one while that is taken, and
 * for a site of a company, whose pages differ.
 */
export async function sitePort({ company }: { company?: unknown }): Promise<number> {
  ofWorker ??= await freePort()
  return !company && (await isFree(ofWorker)) ? ofWorker : freePort()
}

/** Whether the next file of this worker has its site at this address. */
export const isWorkerUrl = (url: string): boolean => new URL(url).port === String(ofWorker)
