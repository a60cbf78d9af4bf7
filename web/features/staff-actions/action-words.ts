/** What the team did, in words. An action without one is shown by its name. */
const words: Record<string, string> = {
  'conduct.appeal_answered': 'Respondió una apelación',
  'conduct.decided': 'Decidió un caso de conducta',
  'delivery.discarded': 'Descartó un mensaje',
  'delivery.retried': 'Reintentó un mensaje',
  'dispute.proposed': 'Propuso cómo resolver un reclamo',
  'dispute.rejected': 'Reemplazó la propuesta de otra persona',
  'dispute.resolved': 'Resolvió un reclamo',
  'document.approved': 'Aprobó un documento',
  'document.rejected': 'Rechazó un documento',
  'document.viewed': 'Miró un documento',
  'incident.closed': 'Cerró un incidente',
  'incident.noted': 'Anotó en un incidente',
  'incident.taken': 'Tomó un incidente',
  'payment_case.resolved': 'Cerró un caso de pagos',
  'rating_case.resolved': 'Decidió sobre calificaciones',
  'report_photo.viewed': 'Miró la foto de un reporte',
  'reported_words.viewed': 'Leyó un texto reportado',
  'reward.codes_loaded': 'Cargó códigos de una recompensa',
  'reward.created': 'Creó una recompensa',
  'reward.retired': 'Retiró una recompensa',
  'reward_review.resolved': 'Decidió sobre puntos',
  'safe_point.hidden': 'Ocultó un punto seguro',
  'safe_point.vetted': 'Verificó un punto seguro',
}

export const actionWords = (action: string): string => words[action] ?? action
