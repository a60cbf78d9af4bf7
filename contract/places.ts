import { z } from 'zod'
import { PlaceId } from './common.ts'
import { route } from './route.ts'

export const Place = z.object({
  id: PlaceId,
  name: z.string(),
  department: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type Place = z.infer<typeof Place>

export const places = {
  find: route({
    method: 'GET',
    path: '/places',
    auth: 'public',
    summary: 'Buscar municipios por nombre, sin importar tildes ni errores de escritura',
    query: z.strictObject({
      q: z.string().max(80).default(''),
      ids: z
        .string()
        .max(120)
        .regex(/^\d{5}(,\d{5})*$/)
        .optional(),
    }),
    ok: z.object({ places: z.array(Place) }),
    errors: [],
  }),
}
