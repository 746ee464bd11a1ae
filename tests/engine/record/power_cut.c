/* Logs what is written to and synced in one folder, in its order, so that what a power cut could
   leave of it can be made afterwards. LD_PRELOAD=… POWER_CUT_FOLDER=… POWER_CUT_LOG=…
   An entry is: kind, length of the path, path, offset, length of the data, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int path_of(int fd, char *path) {
    const char *folder = getenv("POWER_CUT_FOLDER");
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = folder ? readlink(link, path, 511) : -1;
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static void tell(char kind, const char *path, uint64_t offset, const void *data, uint64_t length) {
    uint32_t of_path = strlen(path);
    if (log_fd < 0) log_fd = REAL(open64)(getenv("POWER_CUT_LOG"), O_CREAT | O_WRONLY | O_APPEND, 0600);
    ssize_t all = REAL(write)(log_fd, &kind, 1);
    all += REAL(write)(log_fd, &of_path, 4);
    all += REAL(write)(log_fd, path, of_path);
    all += REAL(write)(log_fd, &offset, 8);
    all += REAL(write)(log_fd, &length, 8);
    if (length) all += REAL(write)(log_fd, data, length);
    if (all < 0) abort();
}

#define LOGGED(call, kind, offset, data, length)              \
    char path[512];                                           \
    int is_told = path_of(fd, path);                          \
    if (is_told) pthread_mutex_lock(&one_at_a_time);          \
    __auto_type done = call;                                  \
    if (is_told) {                                            \
        if (done >= 0) tell(kind, path, offset, data, length);\
        pthread_mutex_unlock(&one_at_a_time);                 \
    }                                                         \
    return done;

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at) {
    LOGGED(REAL(pwrite64)(fd, data, n, at), 'w', at, data, done)
}
ssize_t pwrite(int fd, const void *data, size_t n, off_t at) {
    LOGGED(REAL(pwrite)(fd, data, n, at), 'w', at, data, done)
}
ssize_t write(int fd, const void *data, size_t n) {
    off_t at = lseek(fd, 0, SEEK_CUR);
    LOGGED(REAL(write)(fd, data, n), 'w', at, data, done)
}
int ftruncate64(int fd, off64_t size) { LOGGED(REAL(ftruncate64)(fd, size), 't', size, "", 0) }
int ftruncate(int fd, off_t size) { LOGGED(REAL(ftruncate)(fd, size), 't', size, "", 0) }
int unlink(const char *path) {
    const char *folder = getenv("POWER_CUT_FOLDER");
    int done = REAL(unlink)(path);
    if (done == 0 && folder && strncmp(path, folder, strlen(folder)) == 0) {
        pthread_mutex_lock(&one_at_a_time);
        tell('u', path, 0, "", 0);
        pthread_mutex_unlock(&one_at_a_time);
    }
    return done;
}
int fsync(int fd) { LOGGED(REAL(fsync)(fd), 's', 0, "", 0) }
int fdatasync(int fd) { LOGGED(REAL(fdatasync)(fd), 's', 0, "", 0) }
