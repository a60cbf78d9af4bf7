import { HOUR_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { booksData } from './data.ts'
import { watchInTurn } from './integrity/check-integrity.ts'
import { monthClosingsRoutes } from './month-closings/month-closings.routes.ts'
import { reconcileDaily } from './reconciliation/reconcile-days.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'

export const booksModule: Module = {
  name: 'books',
  data: booksData,
  recurring: [
    { name: 'integrity.watch', everyMs: HOUR_MS, onWrongClock: 'runs', run: watchInTurn },
    { name: 'reconciliation.daily', everyMs: HOUR_MS, onWrongClock: 'waits', run: reconcileDaily },
  ],
  routes: [reconciliationRoutes, monthClosingsRoutes],
}
