import { channels, defineMessage } from '#server/modules/foundation/notifications/index.ts'
import type { MarkKind } from './marks.queries.ts'

const whatHappened: Record<MarkKind, string> = {
  late: 'Un pasajero se salió porque no llegabas a la hora.',
  cancelled: 'Cancelaste un viaje que ya tenía reservas.',
  moved: 'Moviste la hora de un viaje con reservas cuando faltaba poco.',
  unfounded_no_show: 'Dijiste que un pasajero no llegó, y decidimos que no fue así.',
  did_not_come: 'Decidimos que no recogiste a un pasajero.',
}

export const marked = defineMessage('marked', 'trips', {
  channels: channels.everywhere,
  /** `path`: the public profile, which shows the mark. */
  words: ({ kind, path }: { kind: MarkKind; path: string }, site) => ({
    subject: 'Hay un dato nuevo en tu perfil de Cupo',
    heading: 'Un dato nuevo en tu perfil',
    paragraphs: [whatHappened[kind], 'Los pasajeros lo ven en tu perfil durante un año.'],
    action: { label: 'Ver mi perfil público', url: `${site}${path}` },
    help: { title: '¿No estás de acuerdo?' },
  }),
})
