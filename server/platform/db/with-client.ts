import pg from 'pg'

/** Calls `work` with one connection to a database, as the owner that the URL names. */
export async function withClient<T>(
  to: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(to)
  client.on('error', () => {}) // The running query fails with the error of the connection.
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
