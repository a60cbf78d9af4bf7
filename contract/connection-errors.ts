import { CHANGE_NO_SHOW_MINUTES } from './booking-limits.ts'

/** Errors about trips with one change of car; part of the table in `errors.ts`. */
export const connectionErrors = {
  change_too_short: 'Ya no alcanza el tiempo para cambiar de carro. Busca otra combinación.',
  parts_apart: 'Los dos carros no paran en el mismo punto. Busca otra combinación.',
  connection_needs_wallet: 'Un viaje con cambio de carro se paga desde tu saldo en los dos carros.',
  connection_needs_answer: 'Uno de los conductores responde cada solicitud: reserva por separado.',
  too_many_connections:
    'Ya tienes dos viajes con cambio de carro por hacer. Haz o cancela uno para reservar otro.',
  connections_paused:
    'En 90 días el equipo decidió dos veces que perdiste el cambio por tu cuenta. Durante 90 ' +
    'días reserva cada carro por separado.',
  change_not_missed:
    'Podrás decirlo desde 10 minutos antes de tu segundo carro, si ya subiste al primero.',
  connection_pending: `Viene en otro carro: espera ${CHANGE_NO_SHOW_MINUTES} minutos.`,
  rescue_not_found: 'No hay otro carro guardado para esta reserva.',
  rescue_ended: 'Ya no guardamos ese cupo. Busca otro viaje: tu plata volvió a tu billetera.',
  ask_not_found: [404, 'No encontramos esa pregunta.'],
  ask_found: 'Ya encontró carro. Gracias por responder.',
  ask_over: 'Ya no busca cupo en tu viaje. Gracias por responder.',
} as const
