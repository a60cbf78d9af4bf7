import { z } from 'zod'
import { route } from './route.ts'

export const maps = {
  tiles: route({
    method: 'GET',
    path: '/maps/tiles',
    auth: 'public',
    summary: 'De dónde vienen las imágenes del mapa; sin ellas se usa el dibujo propio',
    ok: z.object({
      /** With `{z}`, `{x}`, `{y}` and perhaps `{s}`; null where the own drawing is enough. */
      url: z.string().nullable(),
      attribution: z.string(),
    }),
    errors: [],
  }),
}
