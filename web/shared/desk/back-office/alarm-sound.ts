/** Synthesises the alarm sound. Browsers allow it only after a press on the page. */

let context: AudioContext | undefined

/** Returns whether a press on this page has allowed sound. */
export function isSoundOn(): boolean {
  return context?.state === 'running'
}

/** Allows sound on this page and plays one tone to show it. Call from a press handler. */
export async function allowSound(): Promise<void> {
  context ??= new AudioContext()
  await context.resume()
  tone(660, 0)
}

/** Two tones once; silent where sound is not allowed. */
export function chime(): void {
  tone(880, 0)
  tone(660, 0.4)
}

const REPEAT_MS = 2_000

/** Rings until the returned function is called; silent where sound is not allowed. */
export function ring(): () => void {
  chime()
  const timer = setInterval(chime, REPEAT_MS)
  return () => clearInterval(timer)
}

const TONE_SECONDS = 0.35
const LOUDNESS = 0.4

function tone(hertz: number, afterSeconds: number): void {
  if (!context) return
  const from = context.currentTime + afterSeconds
  const source = context.createOscillator()
  const volume = context.createGain()
  source.frequency.value = hertz
  volume.gain.setValueAtTime(LOUDNESS, from)
  // Without this fade-out the end of a tone clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS)
  source.connect(volume).connect(context.destination)
  source.start(from)
  source.stop(from + TONE_SECONDS)
}
