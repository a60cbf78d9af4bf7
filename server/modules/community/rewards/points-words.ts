import { plural } from '#server/modules/foundation/notifications/index.ts'

/** A number of points in words, such as `1 punto`. */
export const points = (count: number) => plural(count, 'punto', 'puntos')
