/** Preloaded into every measured process (`--import`): tells the bench, when asked, what the process has used. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
process.channel?.unref();
