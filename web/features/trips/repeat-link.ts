/** Publishing a trip again, at the last step; the day is proposed, or given. */
export function repeatPath(tripId: string, date?: string): string {
  const query = new URLSearchParams({ repetir: tripId, paso: 'revisar', ...(date ? { date } : {}) })
  return `/publish?${query}`
}

/** Publishing the way back of a trip, with its ends swapped, at the last step. */
export function returnPath(tripId: string, date: string): string {
  return `${repeatPath(tripId, date)}&regreso=1`
}
