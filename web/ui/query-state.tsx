import { LoadFailed } from './load-failed.tsx'
import { SkeletonList } from './skeleton.tsx'

type QueryStateProps = {
  query: {
    isPending: boolean
    isError: boolean
    isFetching: boolean
    error: unknown
    refetch: () => unknown
  }
  /** Name of the data: "este viaje", "tus reservas". */
  what: string
  /** Number and height of the skeleton cards. */
  rows: number
  rowClass?: string
}

/** Shows that a query loads or why it failed, with a retry button; nothing after a success. */
export function QueryState({ query, what, rows, rowClass = 'h-32' }: QueryStateProps) {
  const { isPending, isError, isFetching, error, refetch } = query
  if (isError) {
    return (
      <LoadFailed what={what} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    )
  }
  return isPending ? <SkeletonList rows={rows} rowClass={rowClass} /> : null
}
