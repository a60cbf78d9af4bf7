/** From Monday on. */
export const weekdayNames = [
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'sábado',
  'domingo',
] as const

/** `lunes, miércoles y viernes`, of Monday 1 to Sunday 7. */
export function weekdaysText(days: readonly number[]): string {
  const names = days.map((day) => weekdayNames[day - 1] ?? '')
  return new Intl.ListFormat('es-CO').format(names)
}
