import type { SafePoint } from './safe-point.ts'

/** Times of a day in Bogotá, as `HH:MM`, between which people may wait for a second car. */
export type ChangeHours = { opens: string; closes: string } | 'always' | null

/** Nobody waits between these hours, except at a terminal that is open all night. */
const DAY = { opens: '05:00', closes: '22:00' }

/** Hours of points whose own hours nobody wrote down. */
const USUAL = {
  terminal: DAY,
  service_station: DAY,
  mall: { opens: '10:00', closes: '20:00' },
  other: { opens: '06:00', closes: '18:00' },
} as const

const ALWAYS = /^(?:abierto )?(?:las )?24 ?(?:h|horas)(?: al día)?\.?$/i
const TIME = String.raw`(\d{1,2})(?::(\d\d))? ?(?:([ap])\.? ?m\.?)?`
const RANGE = new RegExp(`^(?:de )?${TIME} ?(?:a|-|–|hasta) ?(?:las )?${TIME}$`, 'i')

/** Reads the hours of a point (free text); null when they are not understood: no change there. */
export function changeHours({ kind, hours }: Pick<SafePoint, 'kind' | 'hours'>): ChangeHours {
  if (hours === null) return USUAL[kind]
  // Spaces inside "a. m." may be narrow ones.
  const text = hours.replaceAll(/\s+/g, ' ').trim()
  if (ALWAYS.test(text)) return kind === 'terminal' ? 'always' : DAY
  const found = RANGE.exec(text)
  const [opens, closes] = [clock(found?.slice(1, 4)), clock(found?.slice(4, 7))]
  if (!opens || !closes || opens >= closes) return null
  const within = {
    opens: opens > DAY.opens ? opens : DAY.opens,
    closes: closes < DAY.closes ? closes : DAY.closes,
  }
  return within.opens < within.closes ? within : null
}

function clock([hour, minute = '00', half]: (string | undefined)[] = []): string | null {
  const written = Number(hour)
  const until = half ? 12 : 24
  if (hour === undefined || written > until || Number(minute) > 59) return null
  const isAfternoon = half?.toLowerCase() === 'p'
  const hours = half ? (written % 12) + (isAfternoon ? 12 : 0) : written
  return `${String(hours).padStart(2, '0')}:${minute}`
}
