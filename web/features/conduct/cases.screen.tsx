import type { ConductCase } from '#contract/conduct.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import type { DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { CaseCard, kindWords, stateOf } from './case-card.tsx'
import { CasePersonFacts } from './case-person.tsx'

/** Reports and signals, for the team. */
export function Screen() {
  return (
    <ReviewQueue
      title="Reportes y señales"
      tabs={openOrResolved}
      queryKey={queryKeys.conductCases}
      load={(query, signal) => api.conduct.cases({ query, signal })}
      row={rowOf}
      detail={(item) => <CaseCard item={item} />}
      person={({ id, about, reporter }) => (
        <PersonPane
          except={id}
          people={[
            ...(reporter ? [personOf(reporter, 'reporta')] : []),
            personOf(about, 'de quien se trata'),
          ]}
        />
      )}
    />
  )
}

const personOf = (person: ConductCase['about'], role: string) => ({
  ...{ id: person.id, name: person.name, role },
  carried: <CasePersonFacts person={person} />,
})

function rowOf(item: ConductCase): DeskRow {
  const { id, reason, kind, about, reporter, outcome, dueAt } = item
  return {
    ...{ id, title: reasonOf(reason), who: stateOf(item) },
    aside: outcome ? null : <ClockWord dueAt={dueAt} />,
    more: reporter ? `${reporter.name} sobre ${about.name}` : `${kindWords[kind]} · ${about.name}`,
  }
}
