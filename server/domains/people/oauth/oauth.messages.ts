import {
  channels,
  defineMessage,
  type NoFacts,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

export const otherAccount = defineMessage<NoFacts>({
  name: 'other_account',
  topic: 'account',
  channels: channels.onlyMail,
  words: (_, site) => ({
    subject: 'Otra cuenta tenía tu correo sin confirmar',
    heading: 'Tu cuenta nueva quedó lista',
    paragraphs: [
      'Ya había una cuenta con este correo que nadie confirmó. Es otra, con su propio saldo.',
      'Si es tuya, entra con su contraseña y cámbiale el correo desde tu perfil.',
    ],
    action: { label: 'Ir a Cupo', url: `${site}/profile` },
    facts: [],
    closing: ['Si no es tuya, no hagas nada: quien la creó no entra a la tuya ni usa tu correo.'],
  }),
})

export const oauthMessages: AnyMessage[] = [otherAccount]
