import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Page } from '#web/ui/page.tsx'
import { CaseCard } from './case-card.tsx'

export function meta() {
  return [{ title: 'Casos de pagos · Cupo' }, { name: 'robots', content: 'noindex' }]
}

const WHO = 'quienes llevan las finanzas'

export default function PaymentCases() {
  return (
    <Page title="Casos de pagos" width="page">
      <RequireRole roles={['finance', 'admin']} who={WHO}>
        <ReviewQueue
          one="caso"
          many="casos"
          queryKey={queryKeys.paymentCases}
          load={(status, page, signal) => api.finance.cases({ query: { status, page }, signal })}
        >
          {(item) => <CaseCard key={item.id} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
