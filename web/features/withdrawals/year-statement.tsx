import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { today } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'

/** Number of years to choose from: the current one and the four before. */
const YEARS = 5

/** Statement of a calendar year's money in and out, as a PDF. */
export function YearStatement() {
  const now = Number(today().slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, back) => String(now - back))
  const [year, setYear] = useState(String(now))
  const load = useMutation({
    mutationFn: async () =>
      saveFile(await api.withdrawals.statement({ query: { year } }), `cupo-${year}.pdf`),
  })
  return (
    <CardSection title="Extracto anual">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Select
          label="Año"
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
        <Button variant="secondary" pending={load.isPending} onClick={() => load.mutate()}>
          Descargar el extracto de {year}
        </Button>
        <ErrorBanner error={load.error} />
      </div>
    </CardSection>
  )
}
