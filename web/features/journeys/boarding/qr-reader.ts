import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { within } from '#web/lib/within.ts'

/** Resolves to the text of the first QR code in the picture, or null. */
export type ReadQr = (picture: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The native `BarcodeDetector`, if it supports QR codes. */
async function nativeDetector(): Promise<Detector | null> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  try {
    const formats = await Native?.getSupportedFormats()
    return Native && formats?.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null
  } catch {
    return null
  }
}

const files = () =>
  Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])

/** Ponyfill of `BarcodeDetector` with self-hosted WebAssembly; downloaded only when needed. */
async function ownDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, wasm] = await files()
  prepareZXingModule({
    overrides: {
      locateFile: (file: string, folder: string) =>
        file.endsWith('.wasm') ? wasm.default : folder + file,
    },
  })
  return new BarcodeDetector({ formats: ['qr_code'] })
}

/** Set on this device once its native reader has read a code. */
const WORKED = 'qr_reader_worked'
const hasWorked = () => readStored('local', WORKED) !== null

/** Downloads our QR reader for use without a network, unless the native one works here. */
export async function keepReader(): Promise<void> {
  if (hasWorked()) return
  const [, wasm] = await files()
  await fetch(wasm.default)
}

/** A reader is replaced after this many errors, or this long without a first code, in ms. */
const FAILURES_MAX = 2
const UNPROVEN_MS = 2000
/** Some native readers never answer. */
const ANSWER_MS = 1000

async function readWith(detector: Detector, picture: HTMLVideoElement): Promise<string | null> {
  const [found] = await detector.detect(picture)
  return found?.rawValue ?? null
}

/**
 * Reads with the native detector while it works on this device: phones announce detectors that
 * fail, hang or find nothing. Otherwise `own` takes over; if it cannot be loaded, the next look
 * tries again.
 */
export function provenReader(native: Detector, own: () => Promise<Detector>): ReadQr {
  let isProven = hasWorked()
  let failures = 0
  let since: number | null = null
  let replacement: Promise<Detector> | null = null
  return async (picture) => {
    since ??= performance.now()
    if (failures < FAILURES_MAX && (isProven || performance.now() - since < UNPROVEN_MS)) {
      try {
        const text = await within(ANSWER_MS, readWith(native, picture))
        if (text !== null && !isProven) keepStored('local', WORKED, 'yes')
        isProven ||= text !== null
        return text
      } catch {
        failures += 1
        return null
      }
    }
    replacement ??= own().catch((error: unknown) => {
      replacement = null
      throw error
    })
    return await readWith(await replacement, picture)
  }
}

async function open(): Promise<ReadQr> {
  const native = await nativeDetector()
  if (native) return provenReader(native, ownDetector)
  const detector = await ownDetector()
  return (picture) => readWith(detector, picture)
}

let reader: Promise<ReadQr> | null = null

/** The QR reader, cached for the page; after a failed download the next call retries. */
export function openQrReader(): Promise<ReadQr> {
  reader ??= open().catch((error: unknown) => {
    reader = null
    throw error
  })
  return reader
}
