/** Errors about support tickets; part of the table in `errors.ts`. */
export const supportErrors = {
  ticket_not_found: [404, 'No encontramos ese caso.'],
  ticket_subject_not_found: [404, 'No encontramos eso en tu cuenta. Escríbenos sin ese dato.'],
  ticket_taken: 'Otra persona del equipo tiene este caso. Actualiza y mira quién.',
  ticket_written:
    'La persona escribió otra vez mientras respondías. No se envió nada: lee su mensaje, y luego ' +
    'envía tu respuesta.',
  ticket_answer_left: 'Ya no se puede deshacer: la respuesta salió.',
  ticket_not_resolved: 'Puedes calificar cuando el caso esté resuelto.',
  ticket_colleague_unfit: 'Esa persona no puede responder este caso. Elige a otra.',
  ticket_photo_limit:
    'Un mensaje lleva hasta 3 fotos; un caso hasta 20, o 6 de quien no tiene cuenta.',
  ticket_photos_paused: [
    429,
    'Hoy no recibimos más fotos sin cuenta. Escribe tu mensaje y agrega la foto mañana.',
  ],
} as const
