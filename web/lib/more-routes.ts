import { type RouteTable, routesOf } from './contract-routes.ts'

/** Methods and paths of the groups that are not in `contract-routes.ts`. */
export const routeTable: RouteTable = routesOf('more')
