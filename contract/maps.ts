import { z } from 'zod'
import { route } from './route.ts'

export const maps = {
  tiles: route({
    method: 'GET',
    path: '/maps/tiles',
    auth: 'public',
    summary: 'De dónde vienen las imágenes del mapa; sin ellas se usa el dibujo propio',
    description:
      'Where map images come from, with the attribution to show; `url` is null when the map ' +
      'drawn by the site is enough.',
    ok: z.object({
      /** With `{z}`, `{x}`, `{y}` and perhaps `{s}`; null: the app draws the map itself. */
      url: z.string().nullable(),
      attribution: z.string(),
    }),
    errors: [],
  }),
}
