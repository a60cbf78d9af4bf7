import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'

const KEY = 'boarding_device'

/** The random id of this phone, shown in the driver's list; created at the first scan. */
export function deviceId(): string {
  const known = readStored('local', KEY)
  if (known !== null) return known
  const made = newIdempotencyKey()
  keepStored('local', KEY, made)
  return made
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
