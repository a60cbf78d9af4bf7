/** Errors about incidents; part of the table in `errors.ts`. */
export const incidentErrors = {
  incident_not_found: [404, 'No encontramos ese incidente.'],
  incident_closed: 'Ese incidente ya se cerró.',
  incident_taken: 'Ya lo tiene otra persona del equipo. Mira quién antes de tomarlo.',
  incident_not_taken: 'Primero toca «Lo tengo»: solo cierra un incidente quien lo tiene.',
  incident_unread: 'Antes de cerrar una emergencia, confirma que leíste y llamaste.',
  ticket_of_incident:
    'Este caso es parte de un incidente abierto: los dos se cierran allá, juntos.',
} as const
