/** Publishing a trip again, at the last step; the day is proposed, or given. */
export function repeatPath(tripId: string, date?: string): string {
  const query = new URLSearchParams({ repetir: tripId, paso: 'revisar', ...(date ? { date } : {}) })
  return `/publish?${query}`
}
