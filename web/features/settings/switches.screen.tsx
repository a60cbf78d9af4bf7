import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { SwitchCard } from './switch-card.tsx'

/** Features that the team can switch off without a release. */
export function Screen() {
  const query = useQuery({
    queryKey: ['switches'],
    queryFn: ({ signal }) => api.settings.listSwitches({ signal }),
  })
  const answer = neededAnswer(query)
  return (
    <Page
      title="Interruptores"
      lead="Apaga una parte de Cupo cuando algo falla. Vale en segundos, y lo empezado se termina."
      width="page"
    >
      {!answer && <SkeletonList rows={4} rowClass="h-40" />}
      {answer?.switches.map((item) => (
        <SwitchCard key={item.switch} item={item} />
      ))}
    </Page>
  )
}
