import type { DeskBooking } from '#contract/back-office-bookings.ts'
import { wordOf } from '#contract/desk-words.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'

type Details = DeskBooking['events'][number]['details']

/** Names of events that other lists of the desk call otherwise, or do not have. */
const titles: Record<string, string> = {
  requested: 'Pedida',
  rejected: 'No aceptada',
  aboard_said: 'Dijo que va a bordo',
  aboard_undone: 'Retiró que iba a bordo',
  change_missed: 'Dijo que no alcanzó el segundo carro',
  change_kept: 'Retiró que no lo alcanzó',
  connection_broken: 'Quedó libre por el otro carro',
}

/** The name of an event; `details` where they are known. */
export function eventTitle(event: string, details?: Details): string {
  // The driver's press; the end of the time to object, and a decision, are events of their own.
  if (event === 'no_show' && details && !textOf(details.by)) return 'El conductor marcó «No llegó»'
  return titles[event] ?? wordOf(event)
}

/** How somebody was recorded as aboard, or who ended a booking. */
const byWords: Record<string, string> = {
  ticket: 'Con el QR del tiquete',
  code: 'Con el código del tiquete',
  name: 'Por su nombre, sin tiquete',
  passenger: 'Por palabra del pasajero',
  driver: 'Por palabra del conductor',
  auto: 'Por la hora, sin que nadie lo marcara',
  time: 'Por la hora, sin que nadie lo marcara',
  dispute: 'Por la decisión de un reclamo',
  team: 'Lo hizo el equipo de Cupo',
}

/** Why a booking, or seats of it, ended: `refundRules` and `withdraw-passenger.ts`. */
const ruleWords: Record<string, string> = {
  driver_cancels: 'Canceló el conductor',
  trip_paused: 'El viaje estaba en pausa',
  connection_broken: 'Falló el cambio de carro',
  trip_crosses: 'Se cruzaba con otro viaje suyo',
  repeated: 'Ya había devuelto varios cupos',
  not_accepted: 'Todavía no la habían aceptado',
  a_day_ahead: 'Avisó con tiempo',
  second_thoughts: 'Acababa de reservar',
  trip_changed: 'El conductor había movido la hora',
  late: 'Avisó tarde',
  driver_late: 'El conductor estaba tarde',
  sanction: 'La retiró Cupo por una sanción',
  untold: 'La retiró Cupo: no pudimos avisarle de la compra',
  dispute: 'Por la decisión de un reclamo',
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const farePesosIn = (value: unknown) =>
  typeof value === 'object' && value && 'farePesos' in value ? Number(value.farePesos) : null

/** What the desk says of the details of an event; nothing for what has no words. */
export function eventWords(details: Details, event = ''): string[] {
  const { left, changeMinutes, ...others } = details
  const postsAt = textOf(others.postsAt)
  const [from, to] = [textOf(others.from), textOf(others.to)]
  const fare = farePesosIn(others.from)
  const by = textOf(others.by)
  return [
    event === 'no_show' && by === 'auto' ? 'Nadie reclamó a tiempo' : byWords[by],
    ruleWords[textOf(others.rule)],
    from && to && `Salía ${moment(from)}, ahora ${moment(to)}`,
    fare !== null && `Antes costaba ${pesos(fare)}`,
    typeof left === 'number' && `Quedaron ${plural(left, 'cupo', 'cupos')}`,
    typeof changeMinutes === 'number' &&
      `Para cambiar de carro: ${plural(changeMinutes, 'minuto', 'minutos')}`,
    postsAt && `Se cobra ${moment(postsAt)}`,
  ].filter((words) => typeof words === 'string' && words !== '') as string[]
}
