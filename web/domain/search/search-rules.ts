/** The rules of the search form, for the component and for web/enhance. */
export type SearchProblems = { from?: string; to?: string }

type Ends = { from: { id: string } | null; to: { id: string } | null }

/** Returns a message for each missing field. */
export function searchProblems({ from, to }: Ends): SearchProblems {
  const problems: SearchProblems = {}
  if (!from) problems.from = 'Elige de la lista de dónde sales.'
  if (!to) problems.to = 'Elige de la lista a dónde vas.'
  if (from && to && from.id === to.id) problems.to = 'Elige un destino distinto al origen.'
  return problems
}
