// Messages about one part of a trip with one change of car.
import { channels, dayAndTime } from '#server/modules/foundation/notifications/index.ts'
import { aboutTravel, aboutTrip, backOnSale, fare, perSeats, refund, way } from './booking-words.ts'

export const partReleased = aboutTravel('part_released', channels.duty, (data) => ({
  heading: `Soltamos ${perSeats(data, 'tu cupo', 'tus cupos')}: no te cuesta nada`,
  subject: `Ya no viajas ${way(data)}`,
  paragraphs: [
    data.changeMinutes === undefined
      ? 'El otro carro de tu viaje falló o llegó tarde.'
      : 'Con la hora nueva no alcanzas a cambiar de carro, y no dijiste que te sirve.',
    refund(data),
  ],
  closing: 'En tus movimientos queda el detalle.',
}))

export const passengerReleased = aboutTrip('passenger_released', channels.everywhere, (data) => ({
  heading: `${data.passenger} ya no viaja contigo`,
  subject: `${data.passenger} ya no viaja ${way(data)}`,
  paragraphs: [
    data.changeMinutes === undefined
      ? 'El otro carro de su viaje falló o llegó tarde: no se le cobra.'
      : 'Cambió la hora de un carro y no alcanza a pasar al otro: no se le cobra.',
    backOnSale({ ...data, onSale: false }, 'Su'),
  ],
}))

export const otherCarFailed = aboutTravel('other_car_failed', channels.duty, (data) => ({
  heading: 'Ya no tienes el otro carro de tu viaje',
  subject: `Decide si todavía viajas ${way(data)}`,
  paragraphs: [
    `Hasta ${dayAndTime(data.at)} puedes dejar ` +
      `${perSeats(data, 'este cupo', 'estos cupos')} sin costo.`,
    `Si no te subes, te devolvemos ${fare(data)} al terminar el viaje.`,
  ],
}))

export const passengerMayLeave = aboutTrip('passenger_may_leave', channels.everywhere, (data) => ({
  heading: `Puede que ${data.passenger} no viaje`,
  subject: `Puede que ${data.passenger} no viaje ${way(data)}`,
  paragraphs: [
    'Ya no tiene el otro carro de su viaje. Si no se sube, no se le cobra.',
    `Te avisamos si suelta ${perSeats(data, 'el cupo', 'los cupos')}.`,
  ],
}))

export const changeMissed = aboutTrip('change_missed', channels.everywhere, (data) => ({
  heading: `${data.passenger} dice que no alcanza tu carro`,
  paragraphs: ['Su primer carro llegó tarde. Si aparece en el punto, su tiquete todavía sirve.'],
}))

export const changeKept = aboutTrip('change_kept', channels.everywhere, (data) => ({
  heading: `${data.passenger} sí alcanza tu carro`,
  paragraphs: ['Su reserva sigue en pie: espera en el punto.'],
}))
