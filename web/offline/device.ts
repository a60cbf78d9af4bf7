import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'

const KEY = 'boarding_device'
let memory: string | null = null

/** The random id of this phone, shown in the driver's list; created at the first scan. */
export function deviceId(): string {
  const known = readStored('local', KEY) ?? memory
  if (known !== null) return known
  memory = newIdempotencyKey()
  keepStored('local', KEY, memory)
  return memory
}

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

/** Returns a name that distinguishes two phones: `Android 3F2A`. */
export function deviceName(id = deviceId(), agent = navigator.userAgent): string {
  const [, system = 'Dispositivo'] = SYSTEMS.find(([pattern]) => pattern.test(agent)) ?? []
  return `${system} ${id.slice(-4).toUpperCase()}`
}
