import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PageErrors } from './page-errors.tsx'
import { Speed } from './speed.tsx'

export function Screen() {
  return (
    <Page
      title="Navegadores"
      lead="Qué falla y qué tan rápido abren las páginas, en los últimos 7 días. Nada de personas."
      width="page"
    >
      <Reports />
    </Page>
  )
}

function Reports() {
  const query = useQuery({
    queryKey: queryKeys.browserReports(),
    queryFn: ({ signal }) => api.browserReports.show({ signal }),
  })
  const answer = neededAnswer(query)
  if (!answer) return <SkeletonList rows={3} rowClass="h-56" />
  const { vitals, pages, errors } = answer
  if (pages.length === 0 && errors.length === 0) {
    return (
      <EmptyState region="llano" title="Todavía no hay informes">
        Los navegadores informan al cerrar una página.
      </EmptyState>
    )
  }
  return (
    <>
      <PageErrors errors={errors} />
      {pages.length > 0 && <Speed vitals={vitals} pages={pages} />}
    </>
  )
}
