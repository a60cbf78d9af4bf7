export const WEEKDAYS = [
  'domingo',
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'sábado',
] as const

/**
 * Words behind a time from 0:00 to 0:59, ` (noche del jueves al viernes)` on a Friday, because
 * people come a day late; else nothing. `at` has the hours of Bogotá as UTC.
 */
export function nightWords(at: Date): string {
  const day = at.getUTCDay()
  return at.getUTCHours() ? '' : ` (noche del ${WEEKDAYS[(day + 6) % 7]} al ${WEEKDAYS[day]})`
}
