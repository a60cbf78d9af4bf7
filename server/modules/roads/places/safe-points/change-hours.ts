import { bogotaMinute } from '#server/platform/clock.ts'
import type { SafePoint } from './safe-point.ts'

/** Times of a day in Bogotá, as `HH:MM`, between which people may wait for a second car. */
export type ChangeHours = { opens: string; closes: string } | 'always' | null

/** Nobody waits outside of these hours, except at a terminal that is open all night. */
const DAY = { opens: '05:00', closes: '22:00' }

/** Hours of points whose own hours nobody wrote down. */
const USUAL: Record<SafePoint['kind'], string> = {
  ...{ terminal: '5:00 a 22:00', service_station: '5:00 a 22:00' },
  ...{ mall: '10:00 a 20:00', other: '6:00 a 18:00' },
}

const ALWAYS = /^24 ?(?:h|horas)\.?$/i
const TIME = String.raw`(\d{1,2})(?::([0-5]\d))? ?(?:([ap])\.? ?m\.?)?`
const RANGE = new RegExp(`^(?:de )?${TIME} ?(?:a|-|–|hasta) ?(?:las )?${TIME}$`, 'i')

/** Reads the hours of a point (free text); null when they are not understood: no change there. */
export function changeHours({ kind, hours }: Pick<SafePoint, 'kind' | 'hours'>): ChangeHours {
  // Spaces inside "a. m." may be narrow ones.
  const text = (hours ?? USUAL[kind]).replaceAll(/\s+/g, ' ').trim()
  if (ALWAYS.test(text)) return kind === 'terminal' ? 'always' : DAY
  const [, ...found] = RANGE.exec(text) ?? []
  const [from, until] = [clock(found.slice(0, 3)), clock(found.slice(3))]
  const [, opens = ''] = [from ?? '', DAY.opens].sort()
  const [closes = ''] = [until ?? '', DAY.closes].sort()
  return from && opens < closes ? { opens, closes } : null
}

/** Whether the point is open while a passenger who changes cars waits there. */
export function mayWait(point: Pick<SafePoint, 'kind' | 'hours'>, from: Date, until: Date) {
  const hours = changeHours(point)
  if (hours === 'always' || !hours) return hours !== null
  const [arrives, leaves] = [bogotaMinute(from), bogotaMinute(until)]
  const isOneDay = arrives.slice(0, 10) === leaves.slice(0, 10)
  return isOneDay && arrives.slice(11) >= hours.opens && leaves.slice(11) <= hours.closes
}

function clock([hour, minute = '00', half]: (string | undefined)[]): string | null {
  const written = Number(hour)
  if (hour === undefined || written > (half ? 12 : 24)) return null
  const hours = half ? (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : written
  return `${String(hours).padStart(2, '0')}:${minute}`
}
