/** As React schedules its own work: a timer would wait a second in a tab in the background. */
export function inNextTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}
