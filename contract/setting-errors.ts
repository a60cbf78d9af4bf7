/** Errors that people and the team get because of settings; part of the table in `errors.ts`. */
export const settingErrors = {
  // Switched off by the team
  withdrawals_off: [
    503,
    'Los retiros están en pausa. Tu dinero sigue en tu saldo; intenta más tarde.',
  ],
  top_ups_off: [503, 'Las recargas están en pausa. No se cobró nada; intenta más tarde.'],
  publishing_off: [503, 'Publicar viajes está en pausa. Lo que llenaste sigue aquí.'],
  sign_ups_off: [503, 'Por ahora no abrimos cuentas nuevas. Intenta más tarde.'],
  ride_requests_off: [503, 'Pedir cupo está en pausa. Mientras tanto puedes crear una alerta.'],
  questions_off: [503, 'Preguntar antes de reservar está en pausa. Intenta más tarde.'],

  // Prices that the team enters
  price_in_past: [409, 'Ese día ya pasó. Un precio vale desde hoy o desde un día que viene.'],
  price_same_person: [409, 'Tú propusiste este precio: tiene que confirmarlo otra persona.'],
  price_exists: [409, 'Ese día ya tiene un precio, o uno por confirmar.'],
} as const
