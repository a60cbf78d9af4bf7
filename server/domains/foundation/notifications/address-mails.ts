/** Messages about whose an address or a document number is. */

import type { MailContent } from '#server/platform/room-message.ts'
import type { MailBody } from './mail-body.ts'
import { NOT_YOU, occasion } from './mail-content.ts'

type AddressMail = Extract<
  MailBody,
  {
    template:
      | 'email_change'
      | 'email_changed'
      | 'email_confirm'
      | 'email_restored'
      | 'mail_bounces'
      | 'account_exists'
      | 'other_account'
      | 'phone_wanted'
      | 'phone_changed'
      | 'second_factor_changed'
      | 'identification_changed'
  }
>

type DataOf<T extends MailBody['template']> = Extract<MailBody, { template: T }>['data']

export function addressMail(mail: AddressMail, site: string): MailContent {
  switch (mail.template) {
    case 'email_change':
      return emailChange(mail.data, site)
    case 'email_changed':
      return emailChanged(mail.data, site)
    case 'email_confirm':
      return emailConfirm(mail.data, site)
    case 'email_restored':
      return emailRestored(mail.data, site)
    case 'mail_bounces':
      return mailBounces()
    case 'account_exists':
      return accountExists(site)
    case 'other_account':
      return otherAccount(site)
    case 'phone_wanted':
      return phoneWanted(site)
    case 'phone_changed':
      return phoneChanged(mail.data, site)
    case 'second_factor_changed':
      return secondFactorChanged(mail.data, site)
    case 'identification_changed':
      return identificationChanged(mail.data, site)
  }
}

function emailChange(data: DataOf<'email_change'>, site: string): MailContent {
  return {
    subject: 'Confirma tu nuevo correo en Cupo',
    heading: 'Confirma tu nuevo correo',
    paragraphs: [
      `Pediste usar ${data.newEmail} para entrar a Cupo.`,
      'Confírmalo para que el cambio quede hecho.',
    ],
    action: { label: 'Confirmar correo', url: `${site}${data.path}` },
    facts: [['Vence en', `${data.hours} horas`]],
    closing: [`${NOT_YOU}, ignora este mensaje: nada cambia.`],
  }
}

function emailChanged(data: DataOf<'email_changed'>, site: string): MailContent {
  return {
    subject: 'El correo de tu cuenta de Cupo cambió',
    heading: 'El correo de tu cuenta cambió',
    paragraphs: [`Desde ahora entras a Cupo con ${data.newEmail}.`],
    action: { label: 'No fui yo: deshacer', url: `${site}${data.path}` },
    facts: occasion(data.at, null),
    closing: [
      `Puedes deshacerlo durante ${data.days} días.`,
      'Al deshacer cerramos todas las sesiones y te pedimos una contraseña nueva.',
    ],
  }
}

/** Only in the app, and to the telephone. */
function mailBounces(): MailContent {
  return {
    subject: 'Tu correo rebota',
    heading: 'Tu correo rebota',
    paragraphs: [
      'El servidor de tu correo no recibe nuestros mensajes: dice que esa dirección no existe.',
      'Corrígela en tu perfil para no perder avisos de tu dinero y para poder recuperar tu cuenta.',
    ],
    facts: [],
    closing: [],
  }
}

function emailConfirm(data: DataOf<'email_confirm'>, site: string): MailContent {
  return {
    subject: 'Confirma tu correo en Cupo',
    heading: 'Confirma tu correo',
    paragraphs: [
      'Alguien creó una cuenta en Cupo con este correo.',
      'Si fuiste tú, confírmalo: así puedes reservar y publicar viajes.',
    ],
    action: { label: 'Confirmar mi correo', url: `${site}${data.path}` },
    facts: [['Vence en', `${data.days} días`]],
    closing: [
      `${NOT_YOU}, ignora este mensaje: nadie puede viajar ni publicar con tu correo.`,
      'Si el enlace te pide una contraseña que no conoces, tampoco fuiste tú.',
    ],
  }
}

function accountExists(site: string): MailContent {
  return {
    subject: 'Ya tienes una cuenta en Cupo',
    heading: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien quiso usar este correo en una cuenta nueva de Cupo, y ya es de la tuya.',
      'Si fuiste tú, entra con la contraseña de siempre o recupera tu cuenta.',
    ],
    action: { label: 'Entrar a mi cuenta', url: `${site}/login` },
    facts: [],
    closing: [`${NOT_YOU}, ignora este mensaje: tu cuenta sigue igual y nadie entró en ella.`],
  }
}

function otherAccount(site: string): MailContent {
  return {
    subject: 'Otra cuenta tenía tu correo sin confirmar',
    heading: 'Tu cuenta nueva quedó lista',
    paragraphs: [
      'Ya había una cuenta con este correo que nadie confirmó. Es otra, con su propio saldo.',
      'Si es tuya, entra con su contraseña y cámbiale el correo desde tu perfil.',
    ],
    action: { label: 'Ir a Cupo', url: `${site}/profile` },
    facts: [],
    closing: ['Si no es tuya, no hagas nada: quien la creó no entra a la tuya ni usa tu correo.'],
  }
}

function emailRestored(data: DataOf<'email_restored'>, site: string): MailContent {
  return {
    subject: 'Tu cuenta volvió a este correo',
    heading: 'Tu cuenta volvió a este correo',
    paragraphs: [
      'Deshicimos el cambio de correo y cerramos todas las sesiones.',
      'La contraseña que había ya no sirve.',
      'Para entrar, recupera tu cuenta y elige una contraseña nueva.',
    ],
    action: { label: 'Recuperar mi cuenta', url: `${site}/login` },
    facts: occasion(data.at, null),
    closing: [],
  }
}

function identificationChanged(data: DataOf<'identification_changed'>, site: string): MailContent {
  return {
    subject: 'Cambió el documento de tu cuenta de Cupo',
    heading: 'Cambió tu número de documento',
    paragraphs: [
      data.verified
        ? 'Tu verificación empieza de nuevo: no puedes publicar viajes hasta que la aprobemos.'
        : 'Si ya habías subido fotos de tu documento, súbelas otra vez.',
      'Tu saldo, tus reservas y los viajes que ya publicaste siguen igual.',
    ],
    action: { label: 'Subir mis documentos', url: `${site}/documents` },
    facts: occasion(data.at, null),
    closing: [`${NOT_YOU}, cambia tu contraseña y escríbenos.`],
  }
}

function phoneWanted(site: string): MailContent {
  return {
    subject: 'Alguien quiso usar tu celular en Cupo',
    heading: 'Alguien quiso usar tu celular',
    paragraphs: [
      'Otra cuenta de Cupo escribió tu número. No le enviamos ningún código.',
      'Si fuiste tú, entra con la cuenta que ya tiene ese celular.',
    ],
    action: { label: 'Ver mi cuenta', url: `${site}/profile` },
    facts: [],
    closing: ['Nunca le des a nadie un código que te llegue al celular.'],
  }
}

function phoneChanged(data: DataOf<'phone_changed'>, site: string): MailContent {
  return {
    subject: 'El celular de tu cuenta de Cupo cambió',
    heading: 'Cambió el celular de tu cuenta',
    paragraphs: ['Desde ahora usamos el número nuevo para tus viajes.'],
    action: { label: 'Ver mi cuenta', url: `${site}/profile` },
    facts: occasion(data.at, null),
    closing: [`${NOT_YOU}, cambia tu contraseña ahora mismo y escríbenos.`],
  }
}

const SECOND_FACTOR = {
  added: 'Agregaste un segundo paso a tu cuenta',
  removed: 'Se quitó un segundo paso de tu cuenta',
  recovery_used: 'Se usó un código de recuperación',
  codes_replaced: 'Tus códigos de recuperación cambiaron',
  reset: 'Administración quitó tu segundo paso',
} as const

function secondFactorChanged(data: DataOf<'second_factor_changed'>, site: string): MailContent {
  const isReset = data.what === 'reset'
  return {
    subject: `${SECOND_FACTOR[data.what]} en Cupo`,
    heading: SECOND_FACTOR[data.what],
    paragraphs: [
      isReset
        ? 'La próxima vez que abras las pantallas del equipo, elige uno nuevo.'
        : 'Con él confirmas que eres tú en las pantallas del equipo.',
    ],
    action: { label: 'Ver mi cuenta', url: `${site}/profile` },
    facts: occasion(data.at, null),
    closing: [`${NOT_YOU}, cambia tu contraseña ahora mismo y avísale a tu equipo.`],
  }
}
