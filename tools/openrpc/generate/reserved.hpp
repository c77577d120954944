// Names reserved by a language, by its library, or by the generated client itself. Each list has
// words separated by blanks.
#pragma once

#include <string_view>

namespace callbox::openrpc::generate::reserved {

// ReservedWord, and the words reserved in strict mode and modules              ECMA-262, 12.7.2
inline constexpr std::string_view typescript =
    "arguments await break case catch class const continue debugger default delete do else enum "
    "eval export extends false finally for function if implements import in instanceof interface "
    "let new null package private protected public return static super switch this throw true try "
    "typeof undefined var void while with yield";
// Used in the bodies of methods.
inline constexpr std::string_view typescript_body = "call json options";
// Members of Object.prototype; names that would make a group a promise.
//                                                                   ECMA-262, 20.1.3 and 27.2
inline constexpr std::string_view typescript_object =
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf";
inline constexpr std::string_view typescript_group = "then toJson";
inline constexpr std::string_view typescript_client = "batch call notify with";
// Declared or used by client.ts and the files named after it, if a type could have the name.
inline constexpr std::string_view typescript_types =
    "AbortController AbortSignal Array ArrayBuffer AsyncIterableIterator Batch BigInt Call "
    "CallError Calling CallOptions Calls Date Error Errors EventGap EventOptions EventQueue "
    "Events EventSocket EventSubscription Fault Headers Is IteratorResult JSON Json Kind Listen "
    "Map Math Methods Number Object Options Outcome Outcomes Pick Promise QueuedEvent "
    "RangeError RequestInit Response ReturnType Send Sent String Subscribed SubscriptionEnded "
    "TextDecoder TextEncoder TransportError TypeError Url URL WaitingNext";

// keyword.kwlist of Python 3.13, and names used in classes and annotations.
inline constexpr std::string_view python =
    "False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try while "
    "with yield self dataclasses bool bytes float int str";
inline constexpr std::string_view python_client =
    "batch call close notify of timeout watch with_timeout";
// Declared or used by client.py and the files named after it, if a class could have the name.
inline constexpr std::string_view python_types =
    "A Any B BrokenPipeError C Call CallError Callable ConnectionError ConnectionLost "
    "ConnectionResetError Coroutine Date DateTime DeprecationWarning Dict Exception Failure False "
    "ForwardRef Generator Generic Got Json KeyError List Literal Mapping NULL None NotConnected "
    "Null OSError Optional P ParamSpec Reason RecursionError RuntimeError Sequence Set "
    "StopIteration TYPE_CHECKING TimedOut TimeoutError True Tuple Type TypeError TypeVar UUID "
    "Union ValueError";
// Those of client_streams.py, client_events.py and client_progress.py.
inline constexpr std::string_view python_streams =
    "AsyncIterator BaseException Iterator NotImplementedError Self StopAsyncIteration";
inline constexpr std::string_view python_events =
    "Awaitable Gap MissedEvents Subscription SubscriptionEnded UserWarning";
inline constexpr std::string_view python_progress = "Progress WatchedCall";

// keyword, and the alternative tokens                          ISO C++20, lex.key and lex.digraph
inline constexpr std::string_view cpp =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class compl concept const consteval constexpr constinit const_cast continue co_await "
    "co_return co_yield decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires "
    "return short signed sizeof static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq";
// Lower-case macros of the compilers and of the headers of C++, POSIX and glibc:
// `g++ -std=gnu++20 -dM -E` of those in tests/clients/cpp/macros.sh, and the same of clang++.
inline constexpr std::string_view cpp_macros =
    "alloca assert assert_perror be16toh be32toh be64toh clrbit d_fileno errno h_addr h_errno "
    "howmany htobe16 htobe32 htobe64 htole16 htole32 htole64 htonl htons i386 isclr isset "
    "issubnormal le16toh le32toh le64toh linux major makedev math_errhandling minor ntohl ntohs "
    "offsetof powerof2 pthread_cleanup_pop pthread_cleanup_pop_restore_np pthread_cleanup_push "
    "pthread_cleanup_push_defer_np roundup s6_addr s6_addr16 s6_addr32 sa_handler sa_sigaction "
    "sched_priority setbit setjmp si_addr si_addr_lsb si_arch si_band si_call_addr si_fd si_int "
    "si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall si_timerid si_uid "
    "si_upper si_utime si_value sigev_notify_attributes sigev_notify_function sigmask sigsetjmp "
    "st_atime st_ctime st_mtime stderr stdin stdout strdupa strndupa timeradd timerclear timercmp "
    "timerisset timersub unix va_arg va_copy va_end va_start";
// Functions with one-word names in the global namespace, where the namespace of the client is
// declared too: the names in libc.so and libm.so in the headers of <callbox/connection.hpp>.
inline constexpr std::string_view cpp_functions =
    "a64l abort abs access acct advance alarm arc4random asctime asprintf atof atoi atol atoll "
    "basename bcmp bcopy bind brk bsearch btowc bzero calloc ceil chdir chown chroot clearenv "
    "clearerr clock clone close closefrom confstr connect ctermid ctime cuserid daemon difftime "
    "div dprintf drand48 dup dup2 dup3 duplocale dysize eaccess ecvt endusershell erand48 "
    "euidaccess execl execle execlp execv execve execveat execvp execvpe exit faccessat fchdir "
    "fchown fchownat fclose fcloseall fcvt fdatasync fdopen feof ferror fexecve fflush ffs ffsl "
    "ffsll fgetc fgetpos fgetpos64 fgets fgetwc fgetws fileno flockfile floor fmemopen fopen "
    "fopen64 fopencookie fork fpathconf fprintf fputc fputs fputwc fputws fread free freelocale "
    "freopen freopen64 fscanf fseek fseeko fseeko64 fsetpos fsetpos64 fsync ftell ftello ftello64 "
    "ftruncate ftruncate64 ftrylockfile funlockfile fwide fwprintf fwrite fwscanf gcvt getc "
    "getchar getcpu getcwd getdate getdelim getdomainname getdtablesize getegid getentropy getenv "
    "geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin getopt "
    "getpagesize getpass getpgid getpgrp getpid getppid getpt getresgid getresuid getsid "
    "getsubopt gettid getuid getusershell getw getwc getwchar getwd gmtime grantpt index "
    "initstate isalnum isalpha isascii isatty isblank iscntrl isctype isdigit isgraph islower "
    "isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit "
    "iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit jrand48 l64a labs "
    "lchown lcong48 ldiv link linkat llabs lldiv localeconv localtime lockf lockf64 log lrand48 "
    "lseek lseek64 malloc mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc "
    "memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy memrchr memset mkdtemp mkostemp "
    "mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64 mktemp mktime mrand48 "
    "nanosleep newlocale nice nrand48 open pathconf pause pclose perror pipe pipe2 popen pread "
    "pread64 printf profil pselect ptsname putc putchar putenv puts putw putwc putwchar pwrite "
    "pwrite64 qecvt qfcvt qgcvt qsort rand random rawmemchr read readlink readlinkat realloc "
    "reallocarray realpath remove rename renameat renameat2 revoke rewind rindex rmdir round "
    "rpmatch sbrk scanf seed48 select send setbuf setbuffer setdomainname setegid setenv seteuid "
    "setgid sethostid sethostname setlinebuf setlocale setlogin setns setpgid setpgrp setregid "
    "setresgid setresuid setreuid setsid setstate setuid setusershell setvbuf sleep snprintf "
    "sprintf srand srand48 srandom sscanf stpcpy stpncpy strcasecmp strcasestr strcat strchr "
    "strchrnul strcmp strcoll strcpy strcspn strdup strerror strfromd strfromf strfromf128 "
    "strfromf32 strfromf32x strfromf64 strfromf64x strfroml strfry strftime strlen strncasecmp "
    "strncat strncmp strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn "
    "strstr strtod strtof strtof128 strtof32 strtof32x strtof64 strtof64x strtok strtol strtold "
    "strtoll strtoq strtoul strtoull strtouq strverscmp strxfrm swab swprintf swscanf symlink "
    "symlinkat sync syncfs syscall sysconf system tcgetpgrp tcsetpgrp tempnam time timegm "
    "timelocal tmpfile tmpfile64 tmpnam toascii tolower toupper towctrans towlower towupper "
    "truncate truncate64 ttyname ttyslot tzset ualarm ungetc ungetwc unlink unlinkat unlockpt "
    "unsetenv unshare uselocale usleep valloc vasprintf vdprintf vfork vfprintf vfscanf vfwprintf "
    "vfwscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf "
    "vwscanf wait wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr wcschrnul wcscmp wcscoll wcscpy "
    "wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs "
    "wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstof128 wcstof32 wcstof32x wcstof64 "
    "wcstof64x wcstok wcstol wcstold wcstoll wcstombs wcstoq wcstoul wcstoull wcstouq wcswcs "
    "wcswidth wcsxfrm wctob wctomb wctrans wctype wcwidth wmemchr wmemcmp wmemcpy wmemmove "
    "wmempcpy wmemset wprintf write wscanf";
// Used by generated headers.
inline constexpr std::string_view cpp_own = "answer by Calls callbox Client describe named send_ "
                                            "Send std";
inline constexpr std::string_view cpp_client =
    "all argument_errors batch notify of options own to_ url with";

}  // namespace callbox::openrpc::generate::reserved
