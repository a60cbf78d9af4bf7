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

/** Ponyfill of `BarcodeDetector` with self-hosted WebAssembly; downloaded only when needed. */
async function ownDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, wasm] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  prepareZXingModule({
    overrides: {
      locateFile: (file: string, folder: string) =>
        file.endsWith('.wasm') ? wasm.default : folder + file,
    },
  })
  return new BarcodeDetector({ formats: ['qr_code'] })
}

async function open(): Promise<ReadQr> {
  const detector = (await nativeDetector()) ?? (await ownDetector())
  return async (picture) => {
    const [found] = await detector.detect(picture)
    return found?.rawValue ?? null
  }
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
