/** Errors of reports, hearings, disputes and appeals; part of the table in `errors.ts`. */
export const conductErrors = {
  report_subject_not_found: [404, 'No encontramos lo que quieres reportar.'],
  report_self: [400, 'No puedes reportarte a ti.'],
  report_text_required: [400, 'Cuéntanos qué pasó: escribe al menos 10 letras.'],
  report_not_found: [404, 'No encontramos ese reporte.'],
  report_photo_limit: 'Un reporte lleva hasta 3 fotos.',
  report_decided: 'Otra persona ya decidió este caso.',
  nothing_to_hide: 'Aquí no hay un texto para ocultar.',
  suspension_days_required: [400, 'Elige cuántos días dura la suspensión.'],
  sanction_not_found: [404, 'No encontramos esa sanción.'],
  appeal_late: 'El plazo para apelar era de 15 días.',
  appeal_answered: 'Otra persona ya respondió esta apelación.',
  appeal_photo_limit: 'Una apelación lleva hasta 3 fotos.',
  appeal_other_person: [403, 'Quien puso la sanción no responde su apelación.'],
  note_reveals_reporter: [
    400,
    'La persona lee este texto y sabría quién reportó: quita su nombre y no copies sus palabras.',
  ],
  hearing_not_found: [404, 'No encontramos esa pregunta del equipo.'],
  hearing_over: 'El equipo ya decidió este caso.',
  hearing_needed: 'Primero pídele su versión: la persona tiene que poder responder.',
  hearing_open: 'Aún puede dar su versión: decide cuando responda o venza su plazo.',
  hearing_photo_limit: 'Tu versión lleva hasta 3 fotos.',
  dispute_unheard:
    'El conductor aún puede dar su versión: decide cuando responda o venza su plazo.',
  dispute_added: 'Ya agregaste algo a tu reclamo. Puedes sumar fotos hasta que decidamos.',
} as const
