import { channels, defineMessage, type NoFacts } from './define-message.ts'

/** Channels: the app and short messages, since mail does not arrive. */
export const mailBounces = defineMessage<NoFacts>('mail_bounces', 'account', {
  channels: channels.unmailed,
  path: '/notifications/preferences',
  words: () => ({
    heading: 'Tu correo rebota',
    paragraphs: [
      'Tu correo no recibe nuestros mensajes: no existe, o apagaste su reenvío en Apple.',
      'Corrígelo en tu perfil para no perder avisos de tu dinero y para poder recuperar tu cuenta.',
    ],
  }),
})

export const digest = defineMessage('digest', 'trips', {
  channels: { inbox: false, mail: true, short: false },
  words: ({ items }: { items: { title: string; body: string; path: string }[] }, site) => {
    const [first] = items
    const heading =
      first && items.length === 1 ? first.title : `${items.length} novedades de tu viaje`
    return {
      heading,
      paragraphs: ['Pasaron en pocos minutos, por eso te las contamos juntas.'],
      options: items.map(({ title, body, path }) => ({
        title,
        detail: body,
        label: 'Ver la reserva',
        url: `${site}${path}`,
      })),
    }
  },
})
