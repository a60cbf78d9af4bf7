import { adminAddresses } from '#web/features/admin/admin-screens.ts'
import routes from '#web/routes.ts'

type Route = { path?: string; children?: Route[] }

const pathsOf = (route: Route): string[] => [
  ...(route.path ? [route.path] : []),
  ...(route.children ?? []).flatMap(pathsOf),
]

/** Paths of all screens as in the route table: `my-trips`, `trips/:tripId`. */
export const screenPaths: ReadonlySet<string> = new Set([
  ...(routes as Route[]).flatMap(pathsOf),
  ...adminAddresses.map((address) => address.slice(1)),
])
