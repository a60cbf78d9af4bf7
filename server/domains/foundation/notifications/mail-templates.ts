/** What every message says. Texts only: layout is in mail-layout.ts. */

import type { MailContent } from '#server/platform/room-message.ts'
import { addressMail } from './address-mails.ts'
import { bookingMail, isBookingMail } from './booking-mails.ts'
import { conductMail, isConductMail } from './conduct-mails.ts'
import { dayMail } from './day-mails.ts'
import { documentMail } from './document-mails.ts'
import { dutyMail, isDutyMail } from './duty-mails.ts'
import type { MailBody } from './mail-body.ts'
import { instantFormat, NOT_YOU, occasion } from './mail-content.ts'
import { paymentMail } from './payment-mails.ts'
import { isPrivacyMail, privacyMail } from './privacy-mails.ts'
import { isRatingMail, ratingMail } from './rating-mails.ts'
import { isRewardMail, rewardMail } from './reward-mails.ts'
import { isRideMail, rideMail } from './ride-mails.ts'
import { isSafetyMail, safetyMail } from './safety-mails.ts'
import { isSupportMail, supportMail } from './support-mails.ts'
import { isTeamMail, teamMail } from './team-mails.ts'
import { tripAlert } from './trip-alert-mail.ts'
import { isTripPauseMail, tripPauseMail } from './trip-pause-mails.ts'
import { isWithdrawalMail, withdrawalMail } from './withdrawal-mails.ts'

/** The message in words; `site` is the only source of the host in its links. */
export function contentOf(mail: MailBody, site: string): MailContent {
  if (isBookingMail(mail)) return bookingMail(mail, site)
  if (isRideMail(mail)) return rideMail(mail, site)
  if (isRatingMail(mail)) return ratingMail(mail, site)
  if (isConductMail(mail)) return conductMail(mail, site)
  if (isTripPauseMail(mail)) return tripPauseMail(mail, site)
  if (isPrivacyMail(mail)) return privacyMail(mail, site)
  if (isSafetyMail(mail)) return safetyMail(mail, site)
  if (isRewardMail(mail)) return rewardMail(mail, site)
  if (isSupportMail(mail)) return supportMail(mail, site)
  if (isWithdrawalMail(mail)) return withdrawalMail(mail, site)
  if (isDutyMail(mail)) return dutyMail(mail, site)
  if (isTeamMail(mail)) return teamMail(mail, site)
  switch (mail.template) {
    case 'recovery_link':
      return recoveryLink(mail.data, site)
    case 'password_changed':
      return passwordChanged(mail.data, site)
    case 'step_up_code':
      return stepUpCode(mail.data, site)
    case 'session_reused':
      return sessionReused(mail.data, site)
    case 'email_change':
    case 'email_changed':
    case 'email_confirm':
    case 'email_restored':
    case 'mail_bounces':
    case 'account_exists':
    case 'other_account':
    case 'phone_wanted':
    case 'phone_changed':
    case 'second_factor_changed':
    case 'identification_changed':
      return addressMail(mail, site)
    case 'driver_started':
      return driverStarted(mail.data, site)
    case 'digest':
    case 'driver_near':
    case 'trip_full':
      return dayMail(mail, site)
    case 'no_show_claimed':
      return noShowClaimed(mail.data, site)
    case 'trip_changed':
      return tripChanged(mail.data, site)
    case 'meeting_changed':
      return meetingChanged(mail.data, site)
    case 'objection_opened':
      return objectionOpened(mail.data, site)
    case 'check_in_denied':
      return checkInDenied(mail.data, site)
    case 'dispute_received':
      return disputeReceived(mail.data, site)
    case 'dispute_resolved':
      return disputeResolved(mail.data, site)
    case 'marked':
      return marked(mail.data, site)
    case 'message_received':
      return messageReceived(mail.data, site)
    case 'trip_alert':
      return tripAlert(mail.data, site)
    case 'document_approved':
    case 'document_rejected':
    case 'document_expiring':
    case 'may_publish':
      return documentMail(mail, site)
    default:
      return paymentMail(mail, site)
  }
}

function sessionReused(data: { device: string | null; at: string }, site: string): MailContent {
  return {
    subject: 'Cerramos una sesión de tu cuenta',
    heading: 'Cerramos una sesión por seguridad',
    paragraphs: [
      'Alguien intentó usar una copia vieja de esa sesión, así que la cerramos.',
      'Tu saldo y tus reservas no cambiaron.',
      'Para seguir, inicia sesión de nuevo.',
    ],
    action: { label: 'Iniciar sesión', url: `${site}/login` },
    facts: occasion(data.at, data.device),
    closing: ['Si ves movimientos que no reconoces, cambia tu contraseña y escríbenos.'],
  }
}

function passwordChanged(data: { device: string | null; at: string }, site: string): MailContent {
  return {
    subject: 'Tu contraseña de Cupo cambió',
    heading: 'Tu contraseña cambió',
    paragraphs: [
      'Ya puedes entrar con la nueva. Cerramos las sesiones abiertas en otros dispositivos.',
    ],
    facts: occasion(data.at, data.device),
    closing: [`${NOT_YOU}, recupera tu cuenta ahora mismo desde ${site}/login y escríbenos.`],
  }
}

function driverStarted(data: { path: string; picksUpAt: string }, site: string): MailContent {
  return {
    subject: 'Tu conductor ya salió',
    heading: 'Tu conductor ya salió',
    paragraphs: ['En tu reserva ves por dónde va, a qué hora llega a tu parada y cómo llamarlo.'],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: [['Subes', instantFormat.format(new Date(data.picksUpAt))]],
    closing: ['Llega al punto de encuentro unos minutos antes y ten a mano tu tiquete.'],
  }
}

type NoShowClaimed = Extract<MailBody, { template: 'no_show_claimed' }>['data']

function noShowClaimed(data: NoShowClaimed, site: string): MailContent {
  return {
    subject: 'El conductor dice que no llegaste a tu viaje',
    heading: 'El conductor dice que no llegaste',
    paragraphs: [
      'Registró que te esperó al menos 15 minutos y no subiste.',
      'Si no fue así, cuéntanos qué pasó: una persona de Cupo lo revisa y el dinero queda quieto.',
    ],
    action: { label: 'Ver la reserva y reclamar', url: `${site}${data.path}` },
    facts: [['Puedes reclamar hasta', instantFormat.format(new Date(data.until))]],
    closing: ['Si no reclamas, el valor del cupo queda para el conductor.'],
  }
}

type TripChanged = Extract<MailBody, { template: 'trip_changed' }>['data']

function tripChanged(data: TripChanged, site: string): MailContent {
  const [before, after] = [data.before, data.after].map((at) => instantFormat.format(new Date(at)))
  return {
    subject: 'El conductor cambió la hora de tu viaje',
    heading: 'Tu viaje tiene otra hora',
    paragraphs: [
      `El conductor movió tu viaje de ${data.from} a ${data.to}.`,
      'Tu cupo y lo que pagas siguen igual.',
      data.freeUntil === null
        ? 'Si ya no te sirve, en la reserva ves cuánto te devolvemos si cancelas.'
        : 'Si ya no te sirve, puedes salirte sin costo: no pagas nada.',
    ],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [
      ['Antes subías', `${before}`],
      ['Ahora subes', `${after}`],
      ...(data.freeUntil === null ? [] : [freeFact(data.freeUntil)]),
    ],
    closing: ['Abre la reserva antes de viajar: así queda la hora nueva en tu teléfono.'],
  }
}

function freeFact(until: string): [string, string] {
  return ['Puedes salirte sin costo hasta', instantFormat.format(new Date(until))]
}

type MeetingChanged = Extract<MailBody, { template: 'meeting_changed' }>['data']

function meetingChanged(data: MeetingChanged, site: string): MailContent {
  const who = data.by === 'passenger' ? 'Tu pasajero' : 'Tu conductor'
  const open = 'Como está en la reserva, o por acordar'
  return {
    subject: `${who} cambió el punto de encuentro`,
    heading: 'Cambió el punto de encuentro',
    paragraphs: [`${who} eligió dónde se encuentran. La hora y el precio siguen igual.`],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [
      ['Sube', instantFormat.format(new Date(data.at))],
      [`En ${data.from.place}`, data.from.point ?? open],
      [`En ${data.to.place}`, data.to.point ?? open],
    ],
    closing: ['Si no te sirve, pónganse de acuerdo y cámbialo en la reserva.'],
  }
}

function objectionOpened(data: { path: string }, site: string): MailContent {
  return {
    subject: 'Un pasajero dice que no llegaste a recogerlo',
    heading: 'Un pasajero dice que no llegaste',
    paragraphs: [
      'Nadie registró su subida y nos cuenta que no llegaste.',
      'Una persona de Cupo lo revisa: hasta entonces no se paga ni se devuelve nada.',
    ],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: ['Si lo llevaste, responde a este correo y cuéntanos qué pasó.'],
  }
}

function checkInDenied(data: { path: string }, site: string): MailContent {
  return {
    subject: 'Tu pasajero dice que no se subió',
    heading: 'Tu pasajero dice que no se subió',
    paragraphs: [
      'Registraste su subida y nos cuenta que no viajó contigo.',
      'Una persona de Cupo lo revisa. Si le da la razón, el pasaje vuelve a su billetera.',
    ],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: ['Si viajó contigo, responde a este correo y cuéntanos.'],
  }
}

function disputeReceived(data: { path: string }, site: string): MailContent {
  return {
    subject: 'Recibimos tu reclamo',
    heading: 'Recibimos tu reclamo',
    paragraphs: ['Una persona de Cupo lo revisa y te avisamos por correo qué decidimos.'],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: [],
  }
}

type DisputeResolved = Extract<MailBody, { template: 'dispute_resolved' }>['data']

function disputeResolved(data: DisputeResolved, site: string): MailContent {
  const verdict = data.inFavour ? 'a tu favor' : 'a favor de la otra persona'
  return {
    subject: 'Resolvimos el reclamo de tu reserva',
    heading: 'Resolvimos el reclamo',
    paragraphs: [`Revisamos lo que pasó y decidimos ${verdict}.`],
    action: { label: 'Ver la reserva', url: `${site}${data.path}` },
    facts: [],
    closing: ['Si no estás de acuerdo, responde a este correo.'],
  }
}

type Marked = Extract<MailBody, { template: 'marked' }>['data']

const whatHappened: Record<Marked['kind'], string> = {
  late: 'Un pasajero se salió porque no llegabas a la hora.',
  cancelled: 'Cancelaste un viaje que ya tenía reservas.',
  moved: 'Moviste la hora de un viaje con reservas cuando faltaba poco.',
  unfounded_no_show: 'Dijiste que un pasajero no llegó, y decidimos que no fue así.',
  did_not_come: 'Decidimos que no recogiste a un pasajero.',
}

function marked({ kind, path }: Marked, site: string): MailContent {
  return {
    subject: 'Hay un dato nuevo en tu perfil de Cupo',
    heading: 'Un dato nuevo en tu perfil',
    paragraphs: [whatHappened[kind], 'Los pasajeros lo ven en tu perfil durante un año.'],
    action: { label: 'Ver mi perfil público', url: `${site}${path}` },
    facts: [],
    closing: ['Si crees que es un error, responde a este correo.'],
  }
}

type MessageReceived = Extract<MailBody, { template: 'message_received' }>['data']

function messageReceived(data: MessageReceived, site: string): MailContent {
  return {
    subject: 'Tienes mensajes sin leer en Cupo',
    heading: 'Tienes mensajes sin leer',
    paragraphs: [`${data.sender} te escribió sobre el viaje de ${data.from} a ${data.to}.`],
    action: { label: 'Leer y responder', url: `${site}${data.path}` },
    facts: [],
    closing: ['Por tu seguridad, lo que dicen los mensajes solo se lee en Cupo.'],
  }
}

type RecoveryLink = Extract<MailBody, { template: 'recovery_link' }>['data']

function recoveryLink(data: RecoveryLink, site: string): MailContent {
  return {
    subject: 'Confirma tu nueva contraseña de Cupo',
    heading: 'Confirma tu nueva contraseña',
    paragraphs: [
      'Alguien pidió cambiar la contraseña de tu cuenta.',
      'Si fuiste tú, abre el enlace y confírmala; hasta entonces sigue valiendo la de antes.',
    ],
    action: { label: 'Confirmar contraseña', url: `${site}${data.path}` },
    facts: [...occasion(data.askedAt, data.device), ['Vence en', `${data.minutes} minutos`]],
    closing: [
      `${NOT_YOU}, no abras el enlace: ignora este mensaje y tu contraseña no cambia.`,
      'Solo sirve el enlace más reciente, y una sola vez.',
    ],
  }
}

function stepUpCode(data: { code: string; minutes: number }, site: string): MailContent {
  return {
    subject: 'Tu código para confirmar que eres tú',
    heading: 'Confirma que eres tú',
    paragraphs: ['Escribe este código en la pantalla donde lo pediste. No se lo digas a nadie.'],
    facts: [
      ['Código', data.code],
      ['Vence en', `${data.minutes} minutos`],
    ],
    closing: [`${NOT_YOU}, alguien usa tu sesión: ciérrala desde ${site}/profile y escríbenos.`],
  }
}
