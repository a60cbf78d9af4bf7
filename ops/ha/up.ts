// `ops/ha/up`: starts the cluster, prints its address, and stops it on Ctrl-C.
import { say } from '../../scripts/project.ts'
import { openCluster } from './cluster.ts'

say('Starting three database nodes, etcd, NATS, HAProxy and three servers…')
const cluster = await openCluster()
const primary = await cluster.primary()
say(`
  Site      ${cluster.site}
  Database  ${cluster.databaseUrl}
  Primary   ${primary?.plan.name}
  Logs      ${cluster.folder}

  Ctrl-C stops all of it.`)
