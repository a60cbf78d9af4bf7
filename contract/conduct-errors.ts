/** Errors of reports, of decisions about them and of appeals; part of the table in `errors.ts`. */
export const conductErrors = {
  report_subject_not_found: [404, 'No encontramos lo que quieres reportar.'],
  report_self: [400, 'No puedes reportarte a ti.'],
  report_text_required: [400, 'Cuéntanos qué pasó: escribe al menos 10 letras.'],
  report_not_found: [404, 'No encontramos ese reporte.'],
  report_photo_limit: [409, 'Un reporte lleva hasta 3 fotos.'],
  report_decided: [409, 'Otra persona ya decidió este caso.'],
  nothing_to_hide: [409, 'Aquí no hay un texto para ocultar.'],
  suspension_days_required: [400, 'Elige cuántos días dura la suspensión.'],
  sanction_not_found: [404, 'No encontramos esa sanción.'],
  appeal_late: [409, 'El plazo para apelar era de 15 días.'],
  appeal_answered: [409, 'Otra persona ya respondió esta apelación.'],
  appeal_other_person: [403, 'Quien puso la sanción no responde su apelación.'],
  hearing_not_found: [404, 'No encontramos esa pregunta del equipo.'],
  hearing_over: [409, 'El equipo ya decidió este caso.'],
  hearing_open: [
    409,
    'Aún puede dar su versión: confirma cuando responda o pasen 24 horas desde la pregunta.',
  ],
} as const satisfies Record<string, readonly [number, string]>
