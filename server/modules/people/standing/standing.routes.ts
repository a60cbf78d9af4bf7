import { standing } from '#contract/standing.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { countMarks } from './marks.queries.ts'

/** Maximum age of the public marks of a driver that are shown. */
const SHOWN_MS = 365 * DAY_MS

export const standingRoutes = routesOf(standing, (deps) => ({
  async showMarks({ params }) {
    const since = addMs(deps.clock.now(), -SHOWN_MS)
    const found = await countMarks(deps.db, params.driverId, since)
    return {
      late: found.get('late') ?? 0,
      cancelled: found.get('cancelled') ?? 0,
      moved: found.get('moved') ?? 0,
      didNotCome: found.get('did_not_come') ?? 0,
      unfoundedNoShow: found.get('unfounded_no_show') ?? 0,
    }
  },
}))
