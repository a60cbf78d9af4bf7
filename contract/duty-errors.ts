/** Errors of the duty roster; part of the table in `errors.ts`. */
export const dutyErrors = {
  duty_person: [409, 'Esa persona no atiende incidentes: primero dale el rol en El equipo.'],
  duty_overlap: [409, 'Esa persona ya tiene un turno a alguna de esas horas.'],
  duty_past: [409, 'Esa hora ya pasó, o está demasiado lejos. Elige otra.'],
} as const
