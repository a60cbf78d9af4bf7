import { plural } from '#server/domains/foundation/notifications/notifications.public.ts'

/** A number of points in words, such as `1 punto`. */
export const points = (count: number) => plural(count, 'punto', 'puntos')
